import { leading } from '../shared/n8n/output/keys';

export const READ_FIRST = ['Title'];

export const noteItem = (note: object): object => leading(note, ['Title', 'Note', 'Pinned']);
