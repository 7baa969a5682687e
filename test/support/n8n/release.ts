import { IS_RELEASE } from '../runs';

/** Defines a test that runs only before a release. */
export const beforeRelease: (title: string, test: () => Promise<void>) => void = IS_RELEASE ? it : () => {};
