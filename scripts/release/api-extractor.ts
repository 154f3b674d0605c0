/**
 * Compares or renews API reports: `node api-extractor.ts < job.json`. One program of the compiler
 * serves all of them, because most of the time goes into that. Prints what is wrong, by report.
 */

import { text } from 'node:stream/consumers';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  type ExtractorMessage,
} from '@microsoft/api-extractor';

interface Job {
  /** Configurations, each a file. */
  configs: [string, ...string[]];
  /** Whether reports are written anew. */
  renew: boolean;
}

const { configs, renew }: Job = JSON.parse(await text(process.stdin));
const [first, ...others] = configs.map((file) => ExtractorConfig.loadFileAndPrepare(file));
if (!first) throw new Error('There is nothing to extract.');
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
  return succeeded ? '' : messages.slice(-6).join('\n') || 'The extractor does not say why.';
});
console.log(JSON.stringify(problems));
