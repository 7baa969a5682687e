/**
 * A record in the order in which a person reads it: the fields in `first`, then all others as the service sends them, then
 * dates, then tokens.
 */
export function inReadingOrder(record: object, first: readonly string[]): object {
	const rankOf = (key: string) => {
		const place = first.indexOf(key);
		if (place >= 0) return place;
		return first.length + (/Token$/.test(key) ? 2 : /Date$/.test(key) ? 1 : 0);
	};
	return Object.fromEntries(Object.entries(record).sort(([one], [other]) => rankOf(one) - rankOf(other)));
}
