/** The other side began to answer and the connection broke: what came is not the whole answer. */
export class AnswerCut extends Error {}
