CREATE TABLE `driver_months` (
	`month` text NOT NULL,
	`driver_id` integer NOT NULL,
	`rides` integer NOT NULL,
	`star_sum` integer NOT NULL,
	`one_star` integer NOT NULL,
	`two_stars` integer NOT NULL,
	`three_stars` integer NOT NULL,
	`four_stars` integer NOT NULL,
	`five_stars` integer NOT NULL,
	`smooth_rides` integer NOT NULL,
	`safe_rides` integer NOT NULL,
	`good_vibes` integer NOT NULL,
	PRIMARY KEY(`month`, `driver_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `driver_months_of_driver` ON `driver_months` (`driver_id`,`month`);--> statement-breakpoint
CREATE TABLE `trip_drivers` (
	`trip_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`trip_id`, `driver_id`),
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `trip_drivers_of_driver` ON `trip_drivers` (`driver_id`);--> statement-breakpoint
CREATE TABLE `trip_seats` (
	`id` integer PRIMARY KEY NOT NULL,
	`trip_id` integer NOT NULL,
	`user_id` integer,
	`guest_key` text,
	`request_key` text,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "trip_seats_of_one" CHECK(("trip_seats"."user_id" is null) <> ("trip_seats"."guest_key" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_seats_of_member` ON `trip_seats` (`trip_id`,`user_id`) WHERE "trip_seats"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `trip_seats_of_guest` ON `trip_seats` (`trip_id`,`guest_key`) WHERE "trip_seats"."guest_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `trip_seats_request` ON `trip_seats` (`trip_id`,`request_key`);--> statement-breakpoint
CREATE INDEX `trip_seats_by_member` ON `trip_seats` (`user_id`) WHERE "trip_seats"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `trip_seats_by_guest` ON `trip_seats` (`guest_key`) WHERE "trip_seats"."guest_key" is not null;--> statement-breakpoint
CREATE TABLE `trips` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token` text NOT NULL,
	`name` text NOT NULL,
	`maker_id` integer,
	`created_at` integer NOT NULL,
	`arrived_at` integer,
	`opened_at` integer,
	`seats` integer,
	FOREIGN KEY (`maker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "trips_open_has_arrived" CHECK("trips"."opened_at" is null or "trips"."arrived_at" is not null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `trips_token` ON `trips` (`token`);--> statement-breakpoint
CREATE INDEX `trips_of_maker` ON `trips` (`maker_id`) WHERE "trips"."maker_id" is not null;--> statement-breakpoint
CREATE INDEX `trips_not_open` ON `trips` (`created_at`) WHERE "trips"."opened_at" is null;--> statement-breakpoint
CREATE INDEX `trips_opened` ON `trips` (`opened_at`) WHERE "trips"."opened_at" is not null;--> statement-breakpoint
DROP INDEX `ratings_sealed`;--> statement-breakpoint
ALTER TABLE `ratings` ADD `trip_id` integer REFERENCES `trips`(`id`) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `ratings_of_trip` ON `ratings` (`trip_id`,`driver_id`,`rater_id`) WHERE "ratings"."trip_id" is not null;--> statement-breakpoint
CREATE INDEX `ratings_sealed` ON `ratings` (`driver_id`,`created_at`) WHERE "ratings"."state" = 2 and "ratings"."trip_id" is null;--> statement-breakpoint
-- The rest, and the words STRICT and ON DELETE above, is written by hand. Counts existing verdicts, and adds triggers for new ones.
INSERT INTO `driver_months` SELECT strftime('%Y-%m', `created_at` / 1000, 'unixepoch'), `driver_id`, count(*), sum(`star_rating`),
	sum(`star_rating` = 1), sum(`star_rating` = 2), sum(`star_rating` = 3), sum(`star_rating` = 4), sum(`star_rating` = 5),
	sum(`ride_quality` = 'smooth'), sum(`safety_feeling` = 'safe'), sum(`vibe_quality` = 'good')
	FROM `ratings` WHERE `state` = 0 GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER `ratings_counted_by_month` AFTER INSERT ON `ratings` WHEN new.state = 0 BEGIN
	INSERT INTO `driver_months` SELECT strftime('%Y-%m', new.created_at / 1000, 'unixepoch'), new.driver_id, 1, new.star_rating, new.star_rating = 1, new.star_rating = 2, new.star_rating = 3, new.star_rating = 4, new.star_rating = 5, new.ride_quality = 'smooth', new.safety_feeling = 'safe', new.vibe_quality = 'good'
		WHERE new.state = 0
		ON CONFLICT (`month`, `driver_id`) DO UPDATE SET
			`rides` = `rides` + excluded.`rides`,
			`star_sum` = `star_sum` + excluded.`star_sum`,
			`one_star` = `one_star` + excluded.`one_star`,
			`two_stars` = `two_stars` + excluded.`two_stars`,
			`three_stars` = `three_stars` + excluded.`three_stars`,
			`four_stars` = `four_stars` + excluded.`four_stars`,
			`five_stars` = `five_stars` + excluded.`five_stars`,
			`smooth_rides` = `smooth_rides` + excluded.`smooth_rides`,
			`safe_rides` = `safe_rides` + excluded.`safe_rides`,
			`good_vibes` = `good_vibes` + excluded.`good_vibes`;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_uncounted_by_month` AFTER DELETE ON `ratings` WHEN old.state = 0 BEGIN
	UPDATE `driver_months` SET
		`rides` = `rides` - 1,
		`star_sum` = `star_sum` - old.star_rating,
		`one_star` = `one_star` - (old.star_rating = 1),
		`two_stars` = `two_stars` - (old.star_rating = 2),
		`three_stars` = `three_stars` - (old.star_rating = 3),
		`four_stars` = `four_stars` - (old.star_rating = 4),
		`five_stars` = `five_stars` - (old.star_rating = 5),
		`smooth_rides` = `smooth_rides` - (old.ride_quality = 'smooth'),
		`safe_rides` = `safe_rides` - (old.safety_feeling = 'safe'),
		`good_vibes` = `good_vibes` - (old.vibe_quality = 'good')
		WHERE old.state = 0 AND `month` = strftime('%Y-%m', old.created_at / 1000, 'unixepoch') AND `driver_id` = old.driver_id;
	DELETE FROM `driver_months` WHERE `month` = strftime('%Y-%m', old.created_at / 1000, 'unixepoch') AND `driver_id` = old.driver_id AND `rides` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_recounted_by_month` AFTER UPDATE OF `driver_id`, `star_rating`, `ride_quality`, `safety_feeling`, `vibe_quality`, `state`, `created_at` ON `ratings` WHEN old.state = 0 OR new.state = 0 BEGIN
	UPDATE `driver_months` SET
		`rides` = `rides` - 1,
		`star_sum` = `star_sum` - old.star_rating,
		`one_star` = `one_star` - (old.star_rating = 1),
		`two_stars` = `two_stars` - (old.star_rating = 2),
		`three_stars` = `three_stars` - (old.star_rating = 3),
		`four_stars` = `four_stars` - (old.star_rating = 4),
		`five_stars` = `five_stars` - (old.star_rating = 5),
		`smooth_rides` = `smooth_rides` - (old.ride_quality = 'smooth'),
		`safe_rides` = `safe_rides` - (old.safety_feeling = 'safe'),
		`good_vibes` = `good_vibes` - (old.vibe_quality = 'good')
		WHERE old.state = 0 AND `month` = strftime('%Y-%m', old.created_at / 1000, 'unixepoch') AND `driver_id` = old.driver_id;
	INSERT INTO `driver_months` SELECT strftime('%Y-%m', new.created_at / 1000, 'unixepoch'), new.driver_id, 1, new.star_rating, new.star_rating = 1, new.star_rating = 2, new.star_rating = 3, new.star_rating = 4, new.star_rating = 5, new.ride_quality = 'smooth', new.safety_feeling = 'safe', new.vibe_quality = 'good'
		WHERE new.state = 0
		ON CONFLICT (`month`, `driver_id`) DO UPDATE SET
			`rides` = `rides` + excluded.`rides`,
			`star_sum` = `star_sum` + excluded.`star_sum`,
			`one_star` = `one_star` + excluded.`one_star`,
			`two_stars` = `two_stars` + excluded.`two_stars`,
			`three_stars` = `three_stars` + excluded.`three_stars`,
			`four_stars` = `four_stars` + excluded.`four_stars`,
			`five_stars` = `five_stars` + excluded.`five_stars`,
			`smooth_rides` = `smooth_rides` + excluded.`smooth_rides`,
			`safe_rides` = `safe_rides` + excluded.`safe_rides`,
			`good_vibes` = `good_vibes` + excluded.`good_vibes`;
	DELETE FROM `driver_months` WHERE `month` = strftime('%Y-%m', old.created_at / 1000, 'unixepoch') AND `driver_id` = old.driver_id AND `rides` = 0;
END;
--> statement-breakpoint
-- Verdicts sealed on a trip open with the trip and do not wait for the evening post.
DROP TRIGGER `ratings_sealed`;--> statement-breakpoint
CREATE TRIGGER `ratings_sealed` AFTER INSERT ON `ratings` WHEN new.state = 2 AND new.trip_id IS NULL BEGIN
	DELETE FROM `sealed_waits` WHERE `driver_id` = new.driver_id;
	INSERT INTO `sealed_waits` SELECT new.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2 AND `trip_id` IS NULL
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2 AND `trip_id` IS NULL
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
END;
--> statement-breakpoint
DROP TRIGGER `ratings_sealed_gone`;--> statement-breakpoint
CREATE TRIGGER `ratings_sealed_gone` AFTER DELETE ON `ratings` WHEN old.state = 2 AND old.trip_id IS NULL BEGIN
	DELETE FROM `sealed_waits` WHERE `driver_id` = old.driver_id;
	INSERT INTO `sealed_waits` SELECT old.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2 AND `trip_id` IS NULL
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2 AND `trip_id` IS NULL
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
END;
--> statement-breakpoint
DROP TRIGGER `ratings_sealed_changed`;--> statement-breakpoint
CREATE TRIGGER `ratings_sealed_changed` AFTER UPDATE OF `driver_id`, `rater_id`, `guest_key`, `state`, `created_at`, `trip_id` ON `ratings` WHEN old.state = 2 OR new.state = 2 BEGIN
	DELETE FROM `sealed_waits` WHERE `driver_id` = old.driver_id;
	INSERT INTO `sealed_waits` SELECT old.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2 AND `trip_id` IS NULL
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2 AND `trip_id` IS NULL
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
	DELETE FROM `sealed_waits` WHERE `driver_id` = new.driver_id;
	INSERT INTO `sealed_waits` SELECT new.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2 AND `trip_id` IS NULL
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2 AND `trip_id` IS NULL
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
END;
