import fc from 'fast-check';

// The property tests run for every mutant, and a short run is enough to detect one.
fc.configureGlobal({ interruptAfterTimeLimit: 50 });
