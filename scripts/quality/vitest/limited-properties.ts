import fc from 'fast-check';

// `.ci/run` has no time for the thousands of sequences that `make test` tries.
fc.configureGlobal({ interruptAfterTimeLimit: 2000 });
