// Planning of edits comes with the first edit: the graph is shown without it.
export { planEdit } from '@slyglass/network'
