import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../../sandbox';

export interface Field {
	/** `outer.inner` inside an object, `outer[].inner` inside the objects of a list. */
	name: string;
	isRequired: boolean;
	isNullable: boolean;
	default?: string;
	/** The name of its kind, see kinds.ts. */
	kind: string;
}

/** An operation of the two texts. */
export interface Operation {
	method: string;
	path: string;
	/** The status of a success. */
	status: number;
	module?: string;
	worksWithoutModule: boolean;
	fields: Field[];
}

const NETWORKS =
	'Facebook X Instagram TikTok LinkedIn Pinterest Threads Reddit Snapchat Youtube Twitch'.split(' ');

const [both, reference] = readFileSync(join(__dirname, 'request-tables.txt'), 'utf8')
	.replace(/^#.*\n/gm, '')
	.split('\nREFERENCE\n') as [string, string];
const shared = Object.fromEntries(
	[...both.matchAll(/^(\w+) = \{([^}]*)\}/gm)].map(([, name, fields]) => [name, fields!]),
);

/** Every operation of the texts, by path. */
export function operationsIn(dialect: Dialect): Map<string, Operation> {
	const text = dialect === 'contract' ? both : both + reference;
	const rows = text.matchAll(/^(GET|POST|PUT|DELETE) ((?:\/\S+ ?)+)([^{\n]*)(?:\{([^}]*)\})?/gm);
	return new Map(
		[...rows].flatMap(([, method, paths, facts = '', fields = '']) => {
			const [, module] = /([a-z]+)/.exec(facts) ?? [];
			const operation = {
				method: method!,
				status: Number(/\d+/.exec(facts)?.[0] ?? 200),
				module,
				worksWithoutModule: facts.includes('('),
				fields: fieldsIn(fields),
			};
			return [...paths!.matchAll(/\S+/g)].map(([path]) => [path, { ...operation, path }] as const);
		}),
	);
}

function fieldsIn(text: string): Field[] {
	const groups = text.split(';').map((group) => group.trim().replace(/\s+/g, ' '));
	return groups.filter(Boolean).flatMap((group) => {
		if (group in shared) return fieldsIn(shared[group]!);
		const [names, kind] = group.split(/: (.*)/s) as [string, string];
		return names
			.split(' ')
			.flatMap((name) => (name.includes('*') ? NETWORKS.map((one) => name.replace('*', one)) : [name]))
			.map((written) => {
				const [, name, mark, value] = /^([^!?=]+)([!?]?)(?:=(.*))?$/.exec(written)!;
				return { name: name!, isRequired: mark === '!', isNullable: mark === '?', default: value, kind };
			});
	});
}
