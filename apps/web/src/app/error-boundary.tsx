import { Component, type ReactNode } from 'react'
import { Button, Callout } from '../ui/index.ts'

interface Props {
  readonly what: string
  readonly children: ReactNode
}

/** A defect in one part of the window leaves the others working. */
export class ErrorBoundary extends Component<Props, { readonly error?: Error | undefined }> {
  override state: { readonly error?: Error | undefined } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div style={{ padding: 16 }}>
        <Callout
          tone="fail"
          title={`${this.props.what} stopped working`}
          actions={
            <>
              <Button onClick={() => this.setState({ error: undefined })}>Show it again</Button>
              <Button onClick={() => location.reload()}>Load the page anew</Button>
            </>
          }
        >
          {error.message} Texts and runs are kept.
        </Callout>
      </div>
    )
  }
}
