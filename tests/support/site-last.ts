import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest file of the site comes first among them, so that no worker waits for it at the end. */
const LONGEST = 'tests/docs/accessible.test.ts';

/** Runs the tests of the site last: it is built while the other tests run. */
export class SiteLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  if (project.name !== 'site') return 0;
  return moduleId.endsWith(LONGEST) ? 1 : 2;
}
