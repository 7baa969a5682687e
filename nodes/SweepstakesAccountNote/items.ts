import { putFirst } from '../shared/n8n/output/keys';

export const READ_FIRST = ['Title'];

export const toNoteItem = (note: object): object => putFirst(note, ['Title', 'Note', 'Pinned']);
