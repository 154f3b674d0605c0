/**
 * Checks or updates API reports: `node api-extractor.ts < job.json`. Prints the problems of each
 * report as JSON. All reports share one compiler program, because creating it takes most of the time.
 */

import { text } from 'node:stream/consumers';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  type ExtractorMessage,
} from '@microsoft/api-extractor';

interface Job {
  /** Paths of API Extractor configurations. */
  configs: [string, ...string[]];
  /** Whether to update the reports instead of checking them. */
  renew: boolean;
}

const { configs, renew }: Job = JSON.parse(await text(process.stdin));
const [first, ...others] = configs.map((file) => ExtractorConfig.loadFileAndPrepare(file));
if (!first) throw new Error('The job has no configurations.');
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});

const problems = [first, ...others].map((config) => {
  const messages: string[] = [];
  const { succeeded } = Extractor.invoke(config, {
    localBuild: renew,
    compilerState,
    messageCallback(message: ExtractorMessage) {
      if (/error|warning/.test(message.logLevel)) messages.push(message.text);
      message.handled = true;
    },
  });
  return succeeded
    ? ''
    : messages.slice(-6).join('\n') || 'API Extractor failed without a message.';
});
console.log(JSON.stringify(problems));
