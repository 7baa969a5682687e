import { startN8nWithPackage, startWorker, type RunningN8n, type Worker } from './n8n';
import { startRedis } from './redis';

/** An n8n instance in queue mode, whose workers run its executions. */
export interface QueuedN8n {
	n8n: RunningN8n;
	workers: Worker[];
	/** Stops the workers, n8n and Redis. */
	stop(): Promise<void>;
}

interface Stoppable {
	stop(): Promise<void>;
}

/**
 * Starts n8n in queue mode. Each worker runs one execution at a time, including manual ones, so concurrent executions
 * spread over all workers.
 *
 * @throws Error with instructions if Redis is not installed
 */
export async function startQueuedN8n(workers: number): Promise<QueuedN8n> {
	const running: Stoppable[] = [];
	const keepStarted = async <T extends Stoppable>(starting: Promise<T>): Promise<T> => {
		const one = await starting;
		running.push(one);
		return one;
	};
	// Redis is stopped last, because without it, workers would try to reconnect forever.
	const stop = async () => {
		for (const one of running.toReversed()) await one.stop();
	};
	try {
		const redis = await keepStarted(startRedis());
		const env = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
			// Without a pool, n8n 1 fails if another process is writing to the database. n8n 2 always uses a pool.
			DB_SQLITE_POOL_SIZE: '4',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
		};
		const n8n = await keepStarted(startN8nWithPackage({ env }));
		const all = Array.from({ length: workers }, async () => await keepStarted(startWorker(n8n, env)));
		return { n8n, workers: await Promise.all(all), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
