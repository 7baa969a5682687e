import type { Conditions, Field } from './field';

/*
 * n8n marks an empty `fixedCollection` with `minRequiredFields` in red, but not an empty `collection`. To mark a
 * collection, a hidden required field is put inside it, because n8n marks empty required fields.
 */

/** Returns a collection with a red mark and a notice. Both appear while the collection is empty, if it must not be. */
export function markWhileEmpty(collection: Field, fields: readonly Field[]): Field[] {
	const { displayName, name } = collection;
	const { minRequiredFields, orOneOf } = collection.typeOptions ?? {};
	if (orOneOf) {
		const isFilled = toFilledCondition([name, ...orOneOf], fields);
		const notice = createNoticeUnless(isFilled, collection, 'Fill in at least one of the fields below.');
		return [notice, withMark(isFilled, collection, 'At least one field')];
	}
	if (!minRequiredFields) return [collection];
	const isFilled = toFilledCondition([name], fields);
	const notice = createNoticeUnless(isFilled, collection, `“${displayName}” needs at least one field.`);
	return [withMark(isFilled, collection, displayName), notice];
}

/**
 * Makes n8n mark a field while it is empty, if the form requires the field, or if the other field (`empty`) is also
 * empty. With Map Automatically, n8n does not mark it, because the input item may fill both fields. n8n treats an
 * expression in a condition of `show` as true, so conditions on parameters that may contain expressions are in `hide`.
 *
 * @returns several copies of the field, only one of which is shown at a time
 */
export function markIfRequired(field: Field): Field[] {
	const { form, empty, unless } = field.typeOptions!.requiredIf!;
	const { show, hide } = field.displayOptions!;
	const isAutomatic: Conditions = { [`/${form}.mappingMode`]: ['autoMapInputData'] };
	const isInForm: Conditions = { [`/${form}.schema[0].requires`]: [field.name] };
	const isOtherFilled: Conditions = { [`/${empty}`]: [{ _cnd: { exists: true } }] };
	const isOtherEmpty: Conditions = { [`/${empty}`]: [''] };
	const isAllowed: Conditions = { [`/${unless}`]: [true] };
	const isNotAllowed: Conditions = { [`/${unless}`]: [{ _cnd: { not: true } }] };
	const showIf = (when: Conditions, ...unlessOneOf: Conditions[]): Field => ({
		...field,
		displayOptions: {
			show: { ...show, ...when },
			hide: Object.assign({}, hide, ...unlessOneOf) as Conditions,
		},
	});
	return [
		showIf(isAutomatic),
		{ ...showIf(isInForm, isAutomatic), required: true },
		{ ...showIf({}, isAutomatic, isInForm, isOtherFilled, isAllowed), required: true },
		showIf({}, isAutomatic, isInForm, isOtherEmpty),
		showIf({}, isAutomatic, isInForm, isOtherFilled, isNotAllowed),
	];
}

/** Returns a condition that holds if one of these fields is filled, even with an expression. */
function toFilledCondition(names: readonly string[], fields: readonly Field[]): Conditions {
	const isCollection = (name: string) => fields.find((one) => one.name === name)?.type.endsWith('ollection');
	return Object.fromEntries(
		names.map((name) => [name, [{ _cnd: isCollection(name) ? { not: {} } : { exists: true } }]]),
	);
}

function createNoticeUnless(
	isFilled: Conditions,
	{ name, displayOptions }: Field,
	displayName: string,
): Field {
	return {
		displayName,
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, ...isFilled } },
	};
}

/**
 * Adds a required field, which is never shown, to a collection. n8n looks for the field's value among the node's
 * parameters and never finds one, so n8n marks the node while the conditions of the field hold. The collection's menu
 * does not list the field, because the menu evaluates the conditions inside the collection, where they never hold.
 */
function withMark(isFilled: Conditions, collection: Field, displayName: string): Field {
	const { name, displayOptions, options } = collection;
	const mark: Field = {
		displayName,
		name: `${name}IsEmpty`,
		type: 'string',
		default: '',
		required: true,
		displayOptions: {
			show: toNodeConditions(displayOptions?.show),
			hide: { ...toNodeConditions(displayOptions?.hide), ...isFilled },
		},
	};
	// These fields are never shown. They exist because n8n 1 looks for the names in a condition among the neighboring
	// fields.
	const named = Object.keys(isFilled).map((one): Field => ({
		displayName,
		name: one,
		type: 'hidden',
		default: '',
		displayOptions: { show: { '@version': [0] } },
	}));
	return { ...collection, options: [...options!, mark, ...named] };
}

/** Rewrites conditions on the node's parameters so that they work for a field inside a collection. */
function toNodeConditions(conditions: Conditions = {}): Conditions {
	return Object.fromEntries(Object.entries(conditions).map(([name, values]) => [`/${name}`, values]));
}
