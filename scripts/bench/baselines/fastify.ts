import fastifyStatic from '@fastify/static'
import Sqlite3 from 'better-sqlite3'
import Fastify, { type FastifyRequest } from 'fastify'
import { announce, PRAGMAS, pageWriter, readArguments, type Sqlite, statementsOf } from './shared.ts'

// Fastify 5 with better-sqlite3 in Node. It has response schemas, which make its JSON fast.

const { dataFile, site } = readArguments()
const sqlite = new Sqlite3(dataFile)
for (const pragma of PRAGMAS) sqlite.pragma(pragma)
const db = statementsOf(sqlite as unknown as Sqlite)
const page = pageWriter(site.page)

const [integer, number, string, boolean] = ['integer', 'number', 'string', 'boolean'].map((type) => ({ type }))
const orNull = (type: string) => ({ type: [type, 'null'] })
const object = (properties: object) => ({ type: 'object', properties })
const user = {
	id: integer,
	username: string,
	display_name: orNull('string'),
	avatarId: integer,
	isGhost: boolean,
	claimedById: orNull('integer'),
}
const rating = {
	id: integer,
	rideQuality: string,
	safetyFeeling: string,
	vibeQuality: string,
	starRating: integer,
	createdAt: string,
}
const homeDriver = object({ ...user, averageStar: number, totalRides: integer })
const { id, createdAt, ...impressions } = rating
const ids = { raterId: integer, rater_id: integer, driverId: integer, driver_id: integer }
const answers = (shape: object, status = 200) => ({ schema: { response: { [status]: shape } } })

type WithId = { Params: { id: string }; Querystring: { limit?: string } }

const app = Fastify({ bodyLimit: 16 * 1024 })
app.register(fastifyStatic, { root: site.uiFolder, preCompressed: true, immutable: true, maxAge: '1y' })

const viewerOf = (request: FastifyRequest) => db.viewerOf(request.headers.cookie)

app.get<WithId>('/api/users/:id', answers(object(user)), async (request, reply) => {
	viewerOf(request)
	return db.user(Number(request.params.id)) ?? reply.code(404).send()
})
app.get(
	'/api/home',
	answers(object({ hasAccount: boolean, drivers: { type: 'array', items: homeDriver } })),
	(request) => Promise.resolve(db.home(viewerOf(request) ?? 0)),
)
app.get<WithId>(
	'/api/ratings/driver/:id',
	answers({ type: 'array', items: object(rating) }),
	async ({ params, query }, reply) =>
		db.user(Number(params.id)) ? db.ratings(Number(params.id), Number(query.limit ?? 100)) : reply.code(404).send(),
)
app.post<{ Body: Parameters<typeof db.rate>[0] }>(
	'/api/ratings',
	answers(object({ id, ...ids, ...impressions, createdAt }), 201),
	async (request, reply) => reply.code(201).send(db.rate({ ...request.body, raterId: viewerOf(request) ?? 1 })),
)
app.get('/home', async (request, reply) =>
	reply.type('text/html; charset=utf-8').send(page(db.pageAnswers(viewerOf(request) ?? 0))),
)

await app.listen({ port: 0, host: '127.0.0.1' })
announce((app.server.address() as { port: number }).port)
