import Sqlite3 from 'better-sqlite3'
import express from 'express'
import expressStaticGzip from 'express-static-gzip'
import { isRightPassword } from './passwords-in-node.ts'
import { announce, newToken, pageWriter, readArguments, sessionCookie, sessionIn, tokenHash } from './site.ts'
import { PRAGMAS, type Sqlite, statementsOf, withoutPassword } from './statements.ts'

// Express 5 with better-sqlite3 in Node, as good examples of it are written.

const { dataFile, site } = readArguments()
const sqlite = new Sqlite3(dataFile)
for (const pragma of PRAGMAS) sqlite.pragma(pragma)
const db = statementsOf(sqlite as unknown as Sqlite)
const page = pageWriter(site.page)

const app = express()
app.disable('x-powered-by')
app.use('/api', express.json({ limit: '16kb' }))

const viewerOf = (request: express.Request) => {
	const token = sessionIn(request.headers.cookie)
	return token === undefined ? undefined : db.userOf(tokenHash(token))
}

app.get('/api/users/:id', (request, response) => {
	viewerOf(request)
	const user = db.user(Number(request.params.id))
	if (!user) return void response.status(404).json({ message: 'User not found' })
	response.json(user)
})
app.get('/api/home', (request, response) => {
	response.json(db.home(viewerOf(request) ?? 0))
})
app.get('/api/drivers/:id/stats', (request, response) => {
	if (!db.user(Number(request.params.id))) return void response.status(404).json({ message: 'Driver not found' })
	response.json(db.stats(Number(request.params.id)))
})
app.get('/api/ratings/driver/:id', (request, response) => {
	if (!db.user(Number(request.params.id))) return void response.status(404).json({ message: 'Driver not found' })
	response.json(db.ratings(Number(request.params.id), Number(request.query.limit ?? 100)))
})
app.post('/api/ratings', (request, response) => {
	response.status(201).json(db.rate({ ...request.body, raterId: viewerOf(request) ?? 1 }))
})
app.post('/api/login', async (request, response) => {
	const user = db.loginUser(request.body.username)
	if (!user || !(await isRightPassword(request.body.password, user.passwordHash)))
		return void response.status(401).json({ message: 'Invalid username or password' })
	const token = newToken()
	db.openSession(tokenHash(token), user.id)
	response.set('Set-Cookie', sessionCookie(token)).json(withoutPassword(user))
})
app.get('/home', (request, response) => {
	response.type('html').send(page.text('', db.pageAnswers(viewerOf(request) ?? 0)))
})
app.use(
	expressStaticGzip(site.uiFolder, {
		enableBrotli: true,
		orderPreference: ['br', 'gz'],
		serveStatic: { immutable: true, maxAge: '1y' },
	}),
)

const server = app.listen(0, '127.0.0.1', () => announce((server.address() as { port: number }).port))
