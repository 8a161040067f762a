import { Database } from 'bun:sqlite'
import { type Context, Hono } from 'hono'
import { serveStatic } from 'hono/bun'
import { announce, newToken, pageWriter, readArguments, sessionCookie, sessionIn, tokenHash } from './site.ts'
import { PRAGMAS, type Sqlite, statementsOf, withoutPassword } from './statements.ts'

// Hono on Bun with bun:sqlite, as good examples of it are written.

const { dataFile, site } = readArguments()
const sqlite = new Database(dataFile, { strict: true })
for (const pragma of PRAGMAS) sqlite.run(`PRAGMA ${pragma}`)
const db = statementsOf(sqlite as unknown as Sqlite)
const page = pageWriter(site.page)

const viewerOf = (c: Context) => {
	const token = sessionIn(c.req.header('cookie'))
	return token === undefined ? undefined : db.userOf(tokenHash(token))
}

const app = new Hono()
app.get('/api/users/:id', (c) => {
	viewerOf(c)
	const user = db.user(Number(c.req.param('id')))
	return user ? c.json(user) : c.json({ message: 'User not found' }, 404)
})
app.get('/api/home', (c) => c.json(db.home(viewerOf(c) ?? 0)))
app.get('/api/drivers/:id/stats', (c) => {
	const id = Number(c.req.param('id'))
	return db.user(id) ? c.json(db.stats(id)) : c.json({ message: 'Driver not found' }, 404)
})
app.get('/api/ratings/driver/:id', (c) => {
	const id = Number(c.req.param('id'))
	if (!db.user(id)) return c.json({ message: 'Driver not found' }, 404)
	return c.json(db.ratings(id, Number(c.req.query('limit') ?? 100)))
})
app.post('/api/ratings', async (c) => {
	const raterId = viewerOf(c) ?? 1
	return c.json(db.rate({ ...(await c.req.json()), raterId }), 201)
})
app.post('/api/login', async (c) => {
	const { username, password } = await c.req.json()
	const user = db.loginUser(username)
	if (!user || !(await Bun.password.verify(password, user.passwordHash)))
		return c.json({ message: 'Invalid username or password' }, 401)
	const token = newToken()
	db.openSession(tokenHash(token), user.id)
	c.header('Set-Cookie', sessionCookie(token))
	return c.json(withoutPassword(user))
})
app.get('/home', (c) => c.html(page.text('', db.pageAnswers(viewerOf(c) ?? 0))))
app.use('/assets/*', serveStatic({ root: site.uiFolder, precompressed: true }))

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', development: false, fetch: app.fetch })
announce(server.port)
