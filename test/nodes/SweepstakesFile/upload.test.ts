import { upload } from '../../../nodes/SweepstakesFile/operations/upload';
import { inputFile } from '../../../nodes/shared/n8n/input/itemFile';
import type { ItemOperation } from '../../../nodes/shared/n8n/operation/operation';
import { RunState } from '../../../nodes/shared/n8n/run/runState';

const STORED = { id: 'filesystem-v2:file', data: 'filesystem-v2', fileName: 'film.pdf', mimeType: '' };

/** A file that n8n keeps on disk. */
function storedFile(fileSize: number) {
	const read = jest.fn(async () => Buffer.from('content'));
	const helpers = {
		assertBinaryData: () => STORED,
		getBinaryMetadata: async () => ({ fileSize }),
		getBinaryDataBuffer: read,
	};
	return { read, file: inputFile({ helpers } as never, 0, 'data')! };
}

test('a file on disk that is too large is refused without being read', async () => {
	const { file, read } = storedFile(2_000_000_000);
	const parameters = { file, Private: true, whenNameExists: 'error' };
	const items = (upload as ItemOperation).run({ service: {} as never, parameters, run: new RunState() });
	await expect(items[Symbol.asyncIterator]().next()).rejects.toThrow(
		'“Input Binary Field” must be a file of at most 10 MB, but has 1907.3 MB',
	);
	expect(read).not.toHaveBeenCalled();
});
