export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An ID that no record has. */
export const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

/** A plan whose limit no test reaches by accident. */
export const UNLIMITED = { MaxApiCallsPerMinute: 1_000_000 };
