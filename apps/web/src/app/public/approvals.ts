// Decisions of a person about calls that wait.
export { type Decision, decide, isInDoubt, timeLeft } from '../runs/decide.ts'
