import { createContext } from 'preact';

/** Whether all pages are in one file: what they have in common then stands there once, and like stands beside like. */
export const OneFile = createContext(false);
