import { leading } from '../shared/items/keys';

/** A note as it comes out of the node. */
export const noteItem = (note: object): object => leading(note, ['Title', 'Note', 'Pinned']);
