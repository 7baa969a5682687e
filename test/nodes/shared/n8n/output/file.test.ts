import { ItemWithFile, withFile } from '../../../../../nodes/shared/n8n/output/file';

const IMAGE = 'data:image/png;base64,AAAA';

test('a file that the service sends as a data URL is put into the item’s field for the file', () => {
	expect(withFile({ a: 1 }, 'data', 'code.png', IMAGE)).toEqual(
		new ItemWithFile(
			{ a: 1 },
			{ field: 'data', fileName: 'code.png', mimeType: 'image/png', content: { base64: 'AAAA' } },
		),
	);
});

test.each([
	['no field', undefined, IMAGE],
	['an address on the web', 'data', 'https://example.com/code.png'],
	['a data URL after other text', 'data', `see ${IMAGE}`],
	['a data URL of several lines', 'data', `${IMAGE}\nAAAA`],
	['no type', 'data', 'data:;base64,AAAA'],
	['null', 'data', null],
])(
	'an item gets no file if its field is missing or the data URL is unusable: %s',
	(_what, field, address) => {
		const item = { a: 1 };
		expect(withFile(item, field, 'code.png', address)).toBe(item);
	},
);
