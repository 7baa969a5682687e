import { z } from 'zod';

/**
 * Builds `Help.ExpectedBody` from a request schema. The result maps each parameter to a description of its type,
 * whether it is required, and its rules. Fields of objects are named `outer.inner`, and fields of list items
 * `outer[].inner`.
 */
export function expectedBody(schema: z.ZodTypeAny): Record<string, string> {
	return Object.fromEntries(listInner('', schema));
}

function listInner(prefix: string, schema: z.ZodTypeAny): Array<[string, string]> {
	const { core } = peel(schema);
	if (core instanceof z.ZodObject) {
		return Object.entries(core.shape as z.ZodRawShape).flatMap(([name, field]): Array<[string, string]> => [
			[prefix + name, words(field)],
			...listInner(`${prefix}${name}.`, field),
		]);
	}
	if (core instanceof z.ZodArray) return listInner(`${prefix.slice(0, -1)}[].`, core.element);
	return [];
}

function words(schema: z.ZodTypeAny): string {
	const { core, requirement } = peel(schema);
	return [describeType(core), requirement, ...listRules(core), schema.description]
		.filter((word) => word !== undefined)
		.join(', ');
}

/** Removes the wrappers of optional, default and refined schemas. */
function peel(schema: z.ZodTypeAny): { core: z.ZodTypeAny; requirement: string } {
	let core = schema;
	let requirement = 'required';
	for (;;) {
		if (core instanceof z.ZodOptional || core instanceof z.ZodNullable) {
			requirement = 'optional';
			core = core.unwrap();
		} else if (core instanceof z.ZodDefault) {
			const value: unknown = core._def.defaultValue();
			const hasWords = typeof value !== 'object' && value !== '';
			requirement = hasWords ? `optional, default ${String(value)}` : 'optional';
			core = core.removeDefault();
		} else if (core instanceof z.ZodEffects) {
			core = core.innerType();
		} else {
			return { core, requirement: core instanceof z.ZodUnknown ? 'optional' : requirement };
		}
	}
}

function describeType(core: z.ZodTypeAny): string {
	if (core instanceof z.ZodNumber) return core.isInt ? 'integer' : 'number';
	if (core instanceof z.ZodBoolean) return 'boolean';
	if (core instanceof z.ZodObject || core instanceof z.ZodRecord) return 'object';
	if (core instanceof z.ZodArray) return 'array';
	if (core instanceof z.ZodUnion) {
		return (core.options as z.ZodTypeAny[]).map((option) => describeType(peel(option).core)).join(' or ');
	}
	return 'string';
}

function listRules(core: z.ZodTypeAny): string[] {
	if (core instanceof z.ZodEnum) return [`one of ${(core.options as string[]).join(', ')}`];
	if (core instanceof z.ZodString) return core._def.checks.flatMap(stringRule);
	if (core instanceof z.ZodNumber) return core._def.checks.flatMap(numberRule);
	if (core instanceof z.ZodArray) {
		const { minLength, maxLength } = core._def;
		return [
			...(minLength ? [`at least ${minLength.value} entries`] : []),
			...(maxLength ? [`max ${maxLength.value} entries`] : []),
		];
	}
	return [];
}

function stringRule(check: z.ZodStringCheck): string[] {
	switch (check.kind) {
		case 'min':
			return ['not empty'];
		case 'max':
			return [`max ${check.value} characters`];
		case 'regex':
			return [`pattern ${check.regex.source}`];
		case 'email':
			return ['email address'];
		case 'toUpperCase':
			return ['auto-uppercased'];
		default:
			return [];
	}
}

function numberRule(check: z.ZodNumberCheck): string[] {
	const isBound = check.kind === 'min' || check.kind === 'max';
	if (!isBound || Math.abs(check.value) === Number.MAX_SAFE_INTEGER) return [];
	if (check.kind === 'max') return [`maximum ${check.value}`];
	return [check.inclusive ? `minimum ${check.value}` : `greater than ${check.value}`];
}
