import { describe } from 'vitest';
import { describeContract } from '../../../tests/library/contract/adapter-contract.ts';
import { driver, folder } from './driver.ts';

describe(`on ${folder}`, { tags: folder === 'vue-3-1' ? ['lib-vue-minimum'] : [] }, () => {
  describeContract('Vue', driver);
});
