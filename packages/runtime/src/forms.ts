// Every text that may hold a private value has two forms: what came, and what the append door wrote. Requests are sent
// from the first, digests are taken over the second, so that a value learned later changes no old digest.

export interface Forms<T> {
  readonly truth: T
  readonly logged: T
}

/** A value that was not masked, or that never holds private values. */
export function alike<T>(value: T): Forms<T> {
  return { truth: value, logged: value }
}

export function bothForms<A, B>(forms: Forms<A>, change: (value: A) => B): Forms<B> {
  if (forms.truth === forms.logged) return alike(change(forms.truth))
  return { truth: change(forms.truth), logged: change(forms.logged) }
}
