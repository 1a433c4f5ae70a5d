import { beforeAll, describe, expect, it } from 'vitest';
import { observeTraffic } from '../../src/conformance/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { DAMAGES, type Entry } from './recorded/damage.js';
import { failedIn, playAndJudge } from './recorded/judge-server.js';

const { credentials } = createPrepared({}).sandbox;

describe.each([
  [['bot', 'histories', 'mistakes'], false],
  [['bot'], false],
  [['tour'], false],
] as const)('a damaged recording of %s', (programs, isLong) => {
  let recorded: string;
  beforeAll(async () => {
    recorded = (await playAndJudge({}, programs, isLong)).har;
  });

  it.each(Object.keys(DAMAGES))('accuses nothing: %s', (name) => {
    const entries: Entry[] = JSON.parse(recorded).log.entries;
    const files = DAMAGES[name]!(entries).map((list, at) => ({
      name: `${at}.har`,
      text: JSON.stringify({ log: { entries: list } }),
    }));
    const failed = [credentials, undefined].flatMap((known) => failedIn(observeTraffic(files, { credentials: known })));
    expect(failed).toEqual([]);
  });
});
