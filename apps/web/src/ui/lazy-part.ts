import { lazy } from 'react'
import { fetchPart } from './fetch-part.ts'

/** `React.lazy` with {@link fetchPart}: a component that comes when it is first shown. */
export const lazyPart: typeof lazy = (load) => lazy(() => fetchPart(load))
