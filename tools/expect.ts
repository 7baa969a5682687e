import { expect } from 'expect';

/** The catalogue's rows describe outputs with `expect`, which only Jest provides. */
Object.assign(globalThis, { expect });
