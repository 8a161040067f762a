/*
 * Import before Elysia, which reads NODE_ENV once at load time. Otherwise its errors print every refused body, at a cost
 * that grows with the body.
 */
Bun.env.NODE_ENV ??= 'production'
