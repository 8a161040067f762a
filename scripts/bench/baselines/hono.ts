import { Database } from 'bun:sqlite'
import { type Context, Hono } from 'hono'
import { serveStatic } from 'hono/bun'
import { announce, PRAGMAS, pageWriter, readArguments, type Sqlite, statementsOf } from './shared.ts'

// Idiomatic Hono on Bun with bun:sqlite.

const { dataFile, site } = readArguments()
const sqlite = new Database(dataFile, { strict: true })
for (const pragma of PRAGMAS) sqlite.run(`PRAGMA ${pragma}`)
const db = statementsOf(sqlite as unknown as Sqlite)
const page = pageWriter(site.page)

const viewerOf = (c: Context) => db.viewerOf(c.req.header('cookie'))

const app = new Hono()
app.get('/api/users/:id', (c) => {
	viewerOf(c)
	const user = db.user(Number(c.req.param('id')))
	return user ? c.json(user) : c.json({ message: 'User not found' }, 404)
})
app.get('/api/home', (c) => c.json(db.home(viewerOf(c) ?? 0)))
app.get('/api/ratings/driver/:id', (c) => {
	const id = Number(c.req.param('id'))
	if (!db.user(id)) return c.json({ message: 'Driver not found' }, 404)
	return c.json(db.ratings(id, Number(c.req.query('limit') ?? 100)))
})
app.post('/api/ratings', async (c) => {
	const raterId = viewerOf(c) ?? 1
	return c.json(db.rate({ ...(await c.req.json()), raterId }), 201)
})
app.get('/home', (c) => c.html(page(db.pageAnswers(viewerOf(c) ?? 0))))
app.use('/assets/*', serveStatic({ root: site.uiFolder, precompressed: true }))

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', development: false, fetch: app.fetch })
announce(server.port)
