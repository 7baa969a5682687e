import { once } from 'node:events';

import { WebSocket } from 'undici';

/** The environment variables for a process that is to be inspected. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** The memory after a garbage collection, in bytes. */
export type Memory = Pick<NodeJS.MemoryUsage, 'heapUsed' | 'rss'>;

/**
 * Recognizes our timers: a wait has a timer of 1 s, and a deadline a timer of 60 s. n8n has timers of the same lengths,
 * but those repeat, and ours do not.
 */
const IS_OURS =
	'({ _idleTimeout: ms, _repeat, _destroyed }) => !_destroyed && !_repeat && (ms === 1e3 || ms === 6e4)';

/** Adds the number of listeners on an abort signal to a sum. */
const ADD =
	'(sum, signal) => sum + process.getBuiltinModule("events").getEventListeners(signal, "abort").length';

/**
 * Looks into another process through Node's inspector, one question at a time.
 *
 * @param output what the process wrote at its start
 */
export async function inspect(output: string) {
	const socket = new WebSocket(/ws:\S+/.exec(output)![0]);
	await once(socket, 'open');
	const send = async (method: string, params: object = {}) => {
		socket.send(JSON.stringify({ id: 1, method, params: { ...params, objectGroup: 'found' } }));
		const [{ data }] = await once(socket, 'message');
		return JSON.parse(data).result;
	};
	/** Evaluates an expression in which `this` is the list of all objects with this prototype. */
	const evaluateFor = async (prototype: string, expression: string): Promise<number> => {
		const { result } = await send('Runtime.evaluate', { expression: prototype });
		const { objects } = await send('Runtime.queryObjects', { prototypeObjectId: result.objectId });
		const call = { functionDeclaration: `function () { return ${expression} }`, returnByValue: true };
		const found = await send('Runtime.callFunctionOn', { ...call, objectId: objects.objectId });
		await send('Runtime.releaseObjectGroup');
		return found.result.value;
	};
	return {
		async memory(): Promise<Memory> {
			await send('HeapProfiler.collectGarbage');
			const usage = { expression: 'process.memoryUsage()', returnByValue: true };
			return (await send('Runtime.evaluate', usage)).result.value;
		},
		/** Counts our timers, and the listeners on all abort signals. */
		async left(): Promise<number> {
			const timer = 'Object.getPrototypeOf(setTimeout(() => {}))';
			const timers = await evaluateFor(timer, `this.filter(${IS_OURS}).length`);
			return timers + (await evaluateFor('AbortSignal.prototype', `this.reduce(${ADD}, 0)`));
		},
	};
}
