/** How `where` of a `sly.leaked` ends that tells of a value which was written before it became private, and stays as it was. */
export const SEEN_EARLIER = ', seen before it was private'
