/** `source` of the note of the run that another server writes when it takes the run up. Before it, nobody went on with the run. */
export const RESUMED = 'resume'

/** `source` of the note of a call whose server ended while it was under way; the question whether to make it again follows. */
export const IN_DOUBT = 'in-doubt'
