/** Texts that people read quote labels of the panels. A renamed label must be renamed in these texts, too. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../../nodes/shared/json';
import { NODES } from '../support/engine/nodes';

const ROOT = resolve(__dirname, '../..');

interface Panel {
	labels: Set<string>;
	texts: string[];
}

/** Collects the labels and the texts of a field, a choice, a mode or a list of them. */
function collect(one: unknown, panel: Panel): Panel {
	if (Array.isArray(one)) for (const each of one) collect(each, panel);
	if (!isObject(one)) return panel;
	const { displayName, name, value, type, description } = one as Record<string, unknown>;
	if (type === 'notice') panel.texts.push(String(displayName));
	else panel.labels.add(String(displayName ?? (value === undefined ? '' : name)));
	if (typeof description === 'string') panel.texts.push(description);
	for (const inner of Object.values(one)) if (typeof inner === 'object') collect(inner, panel);
	return panel;
}

/** Quotes that look like labels, but are labels of n8n, values, or keys of the output. */
const OTHER_QUOTES = [
	'Map Automatically',
	'Refresh Field List',
	'Next Available',
	'AlreadyEntered',
	'Dear ,',
	'Tax',
	'Configured',
	'Registration',
	'WhatToDoWhenNoCouponCodeIsAvailable',
	// The name of an example.
	'Privacy Request',
];

test.each(NODES.map(({ description }) => [description.displayName, description] as const))(
	'the panel of %s quotes only labels that it has',
	(_name, description) => {
		const { labels, texts } = collect(description, { labels: new Set(), texts: [] });
		const quotes = texts.flatMap((text) => [...text.matchAll(/“([A-Z][^”]*)”/g)].map(([, quote]) => quote!));
		const segments = quotes.flatMap((quote) => quote.split(' › '));
		expect(segments.filter((one) => !labels.has(one) && !OTHER_QUOTES.includes(one))).toEqual([]);
	},
);

/** Maps a node, as in “Winner › Draw”, to its operations or, for the trigger, its events. */
const OPERATIONS = new Map(
	NODES.map(({ description: { displayName, properties } }) => {
		const menu = properties.find(({ name }) => name === 'operation' || name === 'event');
		const names = (menu?.options as INodePropertyOptions[]).map(({ name }) => name);
		return [displayName.replace(/^Sweepstakes (?=.)/, ''), names] as const;
	}),
);

const PAGES = /^(?!docs\/nodes\/).*\.md$|^(?:nodes|tools)\/.*\.ts$|^examples\/.*\.json$/;

test('every operation mentioned in a page, an example or a message exists', () => {
	const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
	const nodes = [...OPERATIONS.keys()].sort((one, other) => other.length - one.length);
	const mention = new RegExp(`\\b(${nodes.join('|')}) › (.{0,40})`, 'g');
	let mentions = 0;
	const unknown = files
		.filter((file) => PAGES.test(file))
		.flatMap((file) => {
			const text = readFileSync(resolve(ROOT, file), 'utf8').replace(/\s+/g, ' ');
			const found = [...text.matchAll(mention)];
			mentions += found.length;
			return found
				.filter(([, node, after]) => !OPERATIONS.get(node!)!.some((name) => after!.startsWith(name)))
				.map(([words]) => `${file}: ${words}`);
		});
	expect(mentions).toBeGreaterThan(80);
	expect(unknown).toEqual([]);
});
