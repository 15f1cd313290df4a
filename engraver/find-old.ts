import { findOld, readDrawnFrom } from './drawn-from.ts';

// Names what is older than what it is drawn from. It needs none of the packages, and so `npm test` of the project runs it.
console.log(findOld(readDrawnFrom()).join(', '));
