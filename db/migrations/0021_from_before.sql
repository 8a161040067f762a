CREATE TABLE `brought_verdicts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`wire_id` integer DEFAULT (abs(random() % 1125899906842623) + 1) NOT NULL,
	`import_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`source_id` integer NOT NULL,
	`driver` text NOT NULL,
	`ride_quality` text NOT NULL,
	`safety_feeling` text NOT NULL,
	`vibe_quality` text NOT NULL,
	`star_rating` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `verdict_imports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "brought_verdicts_wire_id_of_50_bits" CHECK("brought_verdicts"."wire_id" between 1 and 1125899906842623),
	CONSTRAINT "brought_verdicts_rideQuality" CHECK("brought_verdicts"."ride_quality" in ('smooth', 'bumpy')),
	CONSTRAINT "brought_verdicts_safetyFeeling" CHECK("brought_verdicts"."safety_feeling" in ('safe', 'unsafe')),
	CONSTRAINT "brought_verdicts_vibeQuality" CHECK("brought_verdicts"."vibe_quality" in ('good', 'off')),
	CONSTRAINT "brought_verdicts_stars" CHECK("brought_verdicts"."star_rating" between 1 and 5)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `brought_verdicts_wire_id` ON `brought_verdicts` (`wire_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `brought_verdicts_once` ON `brought_verdicts` (`user_id`,`source_id`);--> statement-breakpoint
CREATE INDEX `brought_verdicts_of_member` ON `brought_verdicts` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `brought_verdicts_of_import` ON `brought_verdicts` (`import_id`);--> statement-breakpoint
CREATE TABLE `verdict_imports` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`imported_at` integer NOT NULL,
	`verdicts` integer NOT NULL,
	`drivers` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "verdict_imports_id_of_50_bits" CHECK("verdict_imports"."id" between 1 and 1125899906842623)
) STRICT;
--> statement-breakpoint
CREATE INDEX `verdict_imports_of_member` ON `verdict_imports` (`user_id`,`imported_at`);