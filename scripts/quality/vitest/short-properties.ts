import fc from 'fast-check';

// Every mutant runs the model of the tabs: a moment of it finds what a mutant breaks.
fc.configureGlobal({ interruptAfterTimeLimit: 300 });
