import { defineTool, fail, type ToolContext } from 'slyglass'

/** What the person may do. It comes with the session, beside the conversation: no words of the model change it. */
function permissionsOf({ deps }: ToolContext): readonly unknown[] {
  // Nothing said is nothing allowed.
  return Array.isArray(deps.user_permissions) ? deps.user_permissions : []
}

export const readNotice = defineTool({
  name: 'read_notice',
  description: 'Reads the notice board. Everybody may.',
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    return 'Kites are half price this week.'
  },
})

/** Looks at the permissions before anything else is done. */
export const authorizedOperation = defineTool({
  name: 'authorized_operation',
  description: 'Opens or closes the shop. Administrators may.',
  parameters: {
    type: 'object',
    properties: { operation: { type: 'string', enum: ['open', 'close'], description: 'What is to be done.' } },
    required: ['operation'],
  },
  category: 'write',
  retries: 0,
  execute: (args, ctx) => {
    console.debug('args: %o', args)
    if (!permissionsOf(ctx).includes('admin_access'))
      return fail('Insufficient permissions: admin_access required', { category: 'permission' })
    return `The shop is ${args.operation === 'close' ? 'closed' : 'open'} now.`
  },
})

/** Has no check of its own: the rules of the network keep it from being called. */
export const purgeArchive = defineTool({
  name: 'purge_archive',
  description: 'Throws the archive away.',
  category: 'write',
  retries: 0,
  execute: (args) => {
    console.debug('args: %o', args)
    return 'The archive is gone.'
  },
})
