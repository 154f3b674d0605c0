import React from 'react';
import { describe } from 'vitest';
import { describeContract } from '../../../tests/library/contract/adapter-contract.ts';
import { createDriver, folder } from './driver.ts';

describe(`on ${folder}`, { tags: folder === 'react-16-8' ? ['lib-react-minimum'] : [] }, () => {
  describeContract('React', createDriver(React.Fragment));
  describeContract('React in StrictMode', createDriver(React.StrictMode));
});
