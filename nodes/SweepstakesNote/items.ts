import { leading } from '../shared/n8n/output/keys';

/** A note as it comes out of the node. */
export const noteItem = (note: object): object => leading(note, ['Title', 'Note', 'Pinned']);
