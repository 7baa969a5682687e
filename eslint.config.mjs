import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

import { imports } from './tools/lint/imports.mjs';
import { syntax } from './tools/lint/syntax.mjs';

const typescript = { parser: tseslint.parser };

export default tseslint.config(
	{ ignores: ['dist', 'coverage', '**/node_modules', 'tools/n8n/host*'] },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		languageOptions: typescript,
	},
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// This rule expects a slug of n8n's own documentation, in camel case, but a community package links to its own
			// page.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These two rules expect the string 'main', but the rules for community packages expect NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: [
			'nodes/**/*.ts',
			'credentials/**/*.ts',
			'sandbox/**/*.ts',
			'test/**/*.ts',
			'tools/**/*.ts',
			'examples/**/*.ts',
		],
		extends: [tseslint.configs.recommended],
		rules: {
			'no-console': 'error',
			'no-duplicate-imports': 'error',
			// The compiler reports them.
			'@typescript-eslint/no-unused-vars': 'off',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		// Text written by strangers must not block n8n with a slow regular expression. test/nodes/hostile tests the
		// code that reads such text.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'sandbox/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	...syntax,
	...imports,
	{
		// The sandbox's replies that this helper returns have no types, so that tests can read any key.
		files: ['test/support/sandbox.ts'],
		rules: { '@typescript-eslint/no-explicit-any': 'off' },
	},
	{
		files: ['sandbox/main.ts', 'examples/demo/**', 'test/bench/**', 'test/n8n/**', 'tools/**'],
		rules: { 'no-console': 'off' },
	},
);
