import { beforeAll, describe, expect, it } from 'vitest';
import { observeTraffic } from '../../src/conformance/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { DAMAGES, type Entry } from './recorded/damage.js';
import { playAndJudge } from './recorded/judge-server.js';
import { failedIn } from './sandboxes.js';

const { credentials } = createPrepared({}).sandbox;

const RECORDINGS = [['bot', 'histories', 'mistakes'], ['bot'], ['bot', 'histories']] as const;
describe.each(RECORDINGS.map((programs, at) => [programs, at] as const))(
  'a damaged recording of %s',
  (programs, at) => {
    let recorded: string;
    beforeAll(async () => {
      recorded = (await playAndJudge({}, programs)).har;
    });

    // A third of the kinds on each recording.
    it.each(Object.keys(DAMAGES).filter((_, kind) => kind % 3 === at))('accuses nothing: %s', (name) => {
      const entries: Entry[] = JSON.parse(recorded).log.entries;
      const files = DAMAGES[name]!(entries).map((list, part) => ({
        name: `${part}.har`,
        text: JSON.stringify({ log: { entries: list } }),
      }));
      const failed = [credentials, undefined].flatMap((known) =>
        failedIn(observeTraffic(files, { credentials: known })),
      );
      expect(failed).toEqual([]);
    });
  },
);
