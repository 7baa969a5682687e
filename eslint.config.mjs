import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

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
			// Asks for n8n's own camel-cased documentation slugs; a community package links its own page.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These two ask for the text 'main', the community rules for NodeConnectionTypes.Main.
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
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					paths: [
						{ name: 'zod', message: 'Import from nodes/shared/zod: the build bundles zod there, once.' },
					],
					patterns: [
						{
							group: ['**/sandbox/**'],
							message: 'Nodes and sandbox are two independent readings of one specification.',
						},
					],
				},
			],
		},
	},
	{
		files: ['nodes/shared/client/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^\\.\\./(?!zod$)',
							message: 'The client knows nothing of nodes and items: it imports n8n-workflow and zod alone.',
						},
					],
				},
			],
		},
	},
	{ files: ['nodes/shared/zod.ts'], rules: { 'no-restricted-imports': 'off' } },
	{
		files: ['sandbox/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							group: ['**/nodes/**', 'n8n-*'],
							message: 'Nodes and sandbox are two independent readings of one specification.',
						},
					],
				},
			],
		},
	},
	{
		// Whatever the service answers is looked into by its contract, not by a type.
		files: ['test/sandbox/harness.ts'],
		rules: { '@typescript-eslint/no-explicit-any': 'off' },
	},
	{
		files: ['sandbox/main.ts', 'examples/demo/**', 'test/bench/**', 'test/n8n/**', 'tools/**'],
		rules: { 'no-console': 'off' },
	},
);
