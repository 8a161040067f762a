DROP INDEX `ratings_of_rater`;--> statement-breakpoint
CREATE INDEX `ratings_by_rater` ON `ratings` (`rater_id`,`id`);--> statement-breakpoint
CREATE INDEX `ratings_of_rater` ON `ratings` (`rater_id`,`driver_id`,`id`);--> statement-breakpoint
CREATE INDEX `hidden_drivers_of_driver` ON `hidden_drivers` (`driver_id`);--> statement-breakpoint
CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_ghosts_of_claimer` ON `users` (`claimed_by_id`) WHERE "users"."claimed_by_id" is not null;