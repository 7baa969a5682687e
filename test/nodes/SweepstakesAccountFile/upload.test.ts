import { upload } from '../../../nodes/SweepstakesAccountFile/operations/upload';
import { readInputFile } from '../../../nodes/shared/n8n/input/input-file';
import type { ItemOperation } from '../../../nodes/shared/n8n/operation/operation';
import { openClient } from '../../support/client';
import { runItem } from '../../support/run-item';
import { fakeService } from '../../support/fake-service';

const STORED = { id: 'filesystem-v2:file', data: 'filesystem-v2', fileName: 'film.pdf', mimeType: '' };

function storedFile(fileSize: number) {
	const read = jest.fn(async () => Buffer.from('content'));
	const helpers = {
		assertBinaryData: () => STORED,
		getBinaryMetadata: async () => ({ fileSize }),
		getBinaryDataBuffer: read,
	};
	const getInputData = () => [{ json: {} }];
	return { read, file: readInputFile({ helpers, getInputData } as never, 0, 'data')! };
}

const MB = 1024 * 1024;

test.each([
	[10 * MB, 'is read', /^sent Y29udGVudA==$/, 1],
	[
		10 * MB + 1,
		'is refused without being read',
		/^“Input Binary Field” must be a file of at most 10 MB, but is 10\.0 MB$/,
		0,
	],
	[2_000 * MB, 'is refused without being read', /must be a file of at most 10 MB, but is 2000\.0 MB$/, 0],
])('a file of %i bytes that n8n has stored on disk %s', async (size, _outcome, message, times) => {
	const { file, read } = storedFile(size);
	const callForItems = (_: unknown, { FileData }: { FileData: string }) =>
		Promise.reject(new Error(`sent ${FileData}`));
	const { transport } = fakeService();
	const client = openClient({ transport }).with({ callForItems: callForItems as never });
	const parameters = { file, Filename: 'film.pdf', whenNameExists: 'error', options: {} };
	const items = runItem(upload as ItemOperation, client, parameters);
	await expect(items[Symbol.asyncIterator]().next()).rejects.toThrow(message);
	expect(read).toHaveBeenCalledTimes(times);
});
