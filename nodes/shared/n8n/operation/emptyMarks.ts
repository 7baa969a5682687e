import type { Conditions, Field } from './field';

/*
 * n8n marks an empty `fixedCollection` that has `minRequiredFields`, but not an empty `collection`. It does mark a required field
 * that is empty and shown, so a hidden required field inside the collection marks it.
 */

/** The type options of a collection that must not be empty. n8n itself marks only an empty `fixedCollection`. */
interface Needs {
	minRequiredFields?: number;
	/** Ours: the names of the other fields of which one is enough. */
	orOneOf?: readonly string[];
}

/** A collection, with a mark and a notice while it must not be empty. */
export function markWhileEmpty(collection: Field, fields: readonly Field[]): Field[] {
	const { displayName, name } = collection;
	const { minRequiredFields, orOneOf } = (collection.typeOptions ?? {}) as Needs;
	if (orOneOf) {
		const isFilled = whenFilled([name, ...orOneOf], fields);
		const notice = noticeUnless(isFilled, collection, 'At least one of the fields below must be filled.');
		return [notice, withMark(isFilled, collection, 'At least one field')];
	}
	if (!minRequiredFields) return [collection];
	const isFilled = whenFilled([name], fields);
	const notice = noticeUnless(isFilled, collection, `“${displayName}” needs at least one field.`);
	return [withMark(isFilled, collection, displayName), notice];
}

/** That one of these fields is filled, perhaps by an expression. */
function whenFilled(names: readonly string[], fields: readonly Field[]): Conditions {
	const isCollection = (name: string) => fields.find((one) => one.name === name)?.type.endsWith('ollection');
	return Object.fromEntries(
		names.map((name) => [name, [{ _cnd: isCollection(name) ? { not: {} } : { exists: true } }]]),
	);
}

function noticeUnless(isFilled: Conditions, { name, displayOptions }: Field, displayName: string): Field {
	return {
		displayName,
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, ...isFilled } },
	};
}

/**
 * Makes n8n mark an empty collection, by a required field inside it that nobody sees. n8n looks for the value of that field among
 * the parameters of the node, so it is always missing where its conditions hold. The menu of the collection looks for what
 * they name inside the collection, so they never hold there, and the menu does not list the field.
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
			show: ofNode(displayOptions?.show),
			hide: { ...ofNode(displayOptions?.hide), ...isFilled },
		},
	};
	// Never shown. n8n 1 looks for the names in a condition among the fields beside it.
	const named = Object.keys(isFilled).map((one): Field => ({
		displayName,
		name: one,
		type: 'hidden',
		default: '',
		displayOptions: { show: { '@version': [0] } },
	}));
	return { ...collection, options: [...options!, mark, ...named] };
}

/** Conditions about parameters of the node, for a field inside a collection. */
function ofNode(conditions: Conditions = {}): Conditions {
	return Object.fromEntries(Object.entries(conditions).map(([name, values]) => [`/${name}`, values]));
}
