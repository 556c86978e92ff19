import { createContext } from 'react';
import type { Found } from '../api/api.ts';

/** What the list on the left found, for the reader on the right: it knows the words that are to be marked. */
export const FoundHits = createContext<Found['results']>([]);
