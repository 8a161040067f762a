/*
 * Must be imported before Elysia, which asks once, when it is loaded. Otherwise it prints every refused body into its
 * errors, at a cost that grows with the body.
 */
Bun.env.NODE_ENV ??= 'production'
