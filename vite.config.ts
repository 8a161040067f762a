import { join } from 'node:path'
import reactAriaLocales from '@react-aria/optimize-locales-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserFloor, OLDEST_BROWSERS } from './scripts/build/browser-floor.ts'
import { languageFiles } from './scripts/languages/language-files.ts'
import { callsAsBrowsersReadThem, pageChunksIn, pagePreloads, seldomRendered } from './scripts/page-chunks.ts'
import { devPage, firstPaint } from './scripts/page-html.ts'

/** API server of `bun run dev`; vite proxies the API and pictures to it. */
const devServer = process.env.DEV_API_SERVER ?? 'http://127.0.0.1:7433'

// React Aria contains thirty languages; the app uses only English.
const englishOnly = reactAriaLocales.vite({ locales: ['en-US'] })
// The plugin takes 'my-DE' in any path for a locale, so it must not see the paths of this checkout's own files.
Object.assign(englishOnly.resolveId ?? {}, { filter: { id: /^\..*[a-z]{2}-[A-Z]{2}/ } })

const pageLocale = join(import.meta.dirname, 'src-ui/platform/page-locale.ts')

export default defineConfig({
	root: 'src-ui',
	// Relative addresses, so that one build works at / and under any --base-path; the server makes them absolute.
	base: './',
	plugins: [
		callsAsBrowsersReadThem(),
		tanstackRouter({
			target: 'react',
			routesDirectory: './routes',
			generatedRouteTree: './routeTree.gen.ts',
			autoCodeSplitting: true,
			// Splits each route's component and loader, so that a screen's schemas load with that screen instead of
			// every page.
			codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
			quoteStyle: 'single',
		}),
		react(),
		babel({ presets: [reactCompilerPreset()], exclude: [/node_modules/, seldomRendered] }),
		tailwindcss(),
		englishOnly,
		devPage(),
		firstPaint(),
		pagePreloads(),
		languageFiles(),
		browserFloor(),
	],
	resolve: {
		alias: [
			// React has included this hook since version 18; the shim adds 0.4 KB to the first screen.
			{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
			{ find: /^\.\/useDefaultLocale\.mjs$|^@internationalized\/number$/, replacement: pageLocale },
		],
	},
	build: {
		outDir: '../dist/ui',
		emptyOutDir: true,
		target: OLDEST_BROWSERS,
		cssTarget: OLDEST_BROWSERS,
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		// In kB, minified. The largest file is 503; e2e/screens/first-load.spec.ts limits its compressed size.
		chunkSizeWarningLimit: 600,
		rolldownOptions: {
			// Schemas that take the fields of others, as in { ...PublicUser.entries }, may be left out, too.
			treeshake: { propertyReadSideEffects: false },
			output: {
				codeSplitting: { groups: pageChunksIn(import.meta.dirname) },
			},
		},
	},
	server: {
		port: 7434,
		proxy: Object.fromEntries(['/api', '/previews'].map((path) => [path, { target: devServer, changeOrigin: false }])),
	},
})
