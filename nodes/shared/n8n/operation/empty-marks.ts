import { readOptions } from '../input/values';
import type { Conditions, Field } from './field';

/*
 * n8n marks an empty `fixedCollection` with `minRequiredFields` in red, but not an empty `collection`. It does mark an
 * empty required field, so we hide such a field inside the collection.
 */

interface Needs {
	minRequiredFields?: number;
	/** Our own: the names of other fields, one of which is enough. */
	orOneOf?: readonly string[];
}

/** Returns a collection with a mark and a notice that appear as long as the collection needs a field and has none. */
export function markWhileEmpty(collection: Field, fields: readonly Field[]): Field[] {
	const { displayName, name } = collection;
	const { minRequiredFields, orOneOf } = (collection.typeOptions ?? {}) as Needs;
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
 * Returns a field that n8n marks while it is empty, if the form requires it or the other field is empty as well. With
 * Map Automatically, it is not marked, because the row may fill both. An expression in a condition of `show` counts as
 * true, so parameters that may contain expressions are in conditions of `hide`.
 *
 * @returns the field several times, of which one is shown
 */
export function markIfRequired(field: Field): Field[] {
	const { form, empty, unless } = readOptions(field).requiredIf!;
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

/** Returns the condition that one of these fields is filled in, perhaps with an expression. */
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
 * Adds a required field that is never shown. n8n looks for its value among the node's parameters, where it is always
 * missing, so n8n marks the node while the conditions hold. The collection's menu evaluates the conditions inside the
 * collection, where they never hold, so the menu does not list the field.
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
	// These fields are never shown. n8n 1 looks for the names in a condition among the fields next to it.
	const named = Object.keys(isFilled).map((one): Field => ({
		displayName,
		name: one,
		type: 'hidden',
		default: '',
		displayOptions: { show: { '@version': [0] } },
	}));
	return { ...collection, options: [...options!, mark, ...named] };
}

/** Makes conditions on the node's parameters for a field inside a collection. */
function toNodeConditions(conditions: Conditions = {}): Conditions {
	return Object.fromEntries(Object.entries(conditions).map(([name, values]) => [`/${name}`, values]));
}
