/**
 * The form of a command in texts, so that it can be pasted. `npx futures` would run another package wherever this one is not
 * installed, with the credentials in the environment.
 */
export const COMMAND = 'npx futures-trading-client';
