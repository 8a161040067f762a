import { Database } from 'bun:sqlite'
import { announce, newToken, pageWriter, readArguments, sessionCookie, tokenHash } from './site.ts'
import { PRAGMAS, type Sqlite, statementsOf, withoutPassword } from './statements.ts'

// For scale: Bun.serve and the prepared statements with nothing at all between them. No headers, no request id, and nobody
// is asked who they are: everybody is the same member.

const { dataFile, site } = readArguments()
const sqlite = new Database(dataFile, { strict: true })
for (const pragma of PRAGMAS) sqlite.run(`PRAGMA ${pragma}`)
const db = statementsOf(sqlite as unknown as Sqlite)

const asset = Buffer.from(site.asset.base64, 'base64')
const page = pageWriter(site.page)
const { asker, rater } = site

const server = Bun.serve({
	port: 0,
	hostname: '127.0.0.1',
	development: false,
	routes: {
		'/api/users/:id': (request) => Response.json(db.user(Number(request.params.id))),
		'/api/home': () => Response.json(db.home(asker)),
		'/api/drivers/:id/stats': (request) => Response.json(db.stats(Number(request.params.id))),
		'/api/ratings/driver/:id': (request) => {
			const limit = request.url.slice(request.url.indexOf('limit=') + 6)
			return Response.json(db.ratings(Number(request.params.id), Number(limit)))
		},
		'/home': () => new Response(page.text('', db.pageAnswers(asker)), { headers: { 'Content-Type': 'text/html' } }),
		'/assets/*': () => new Response(asset, { headers: { 'Content-Encoding': 'br' } }),
		'/api/ratings': {
			POST: async (request) => {
				const rating = (await request.json()) as Parameters<typeof db.rate>[0]
				return Response.json(db.rate({ ...rating, raterId: rater }), { status: 201 })
			},
		},
		'/api/login': {
			POST: async (request) => {
				const { username, password } = (await request.json()) as Record<string, string>
				const user = db.loginUser(username ?? '')
				if (!user || !(await Bun.password.verify(password ?? '', user.passwordHash)))
					return new Response(null, { status: 401 })
				const token = newToken()
				db.openSession(tokenHash(token), user.id)
				return Response.json(withoutPassword(user), { headers: { 'Set-Cookie': sessionCookie(token) } })
			},
		},
	},
})
announce(server.port)
