import type { Channel } from 'node:diagnostics_channel';
import { ROUND_TRIP } from '../../recording/round-trip-channel.js';

/** Names of the channels of `node:diagnostics_channel`, where there are any (Node.js, Deno, Bun). */
export const ATTEMPT_START = 'futures-trading-client:attempt.start';
export const ATTEMPT_END = 'futures-trading-client:attempt.end';

let channels: { readonly start: Channel; readonly end: Channel; readonly roundTrip: Channel } | undefined;

/** The channels; undefined where the runtime has none. */
export function openChannels(): typeof channels {
  const module = channels ?? globalThis.process?.getBuiltinModule?.('node:diagnostics_channel');
  if (module === undefined || module === channels) return channels;
  const { channel } = module as typeof import('node:diagnostics_channel');
  return (channels = { start: channel(ATTEMPT_START), end: channel(ATTEMPT_END), roundTrip: channel(ROUND_TRIP) });
}
